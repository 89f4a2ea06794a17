import * as v from 'valibot'
import { endpoint } from '../../endpoint.ts'
import { RATED_EXCHANGE_BODY_MAX } from '../../limits.ts'
import { ExchangeInput, ExchangeToRate, OfferedExchange, RatingInput } from '../../objects/ratings/rating.ts'
import { UuidParams } from '../../primitives.ts'

export const listOffers = endpoint({
  method: 'GET',
  path: '/companion/ratings/offers/',
  summary: "The caller's exchanges that validators may rate, newest first",
  access: 'user',
  responses: { 200: v.object({ results: v.array(OfferedExchange) }) },
  errors: [],
})

export const offerExchange = endpoint({
  method: 'PUT',
  path: '/companion/ratings/offers/{id}/',
  summary: 'Offers an answer and its question for rating, as edited; other texts replace the offer and its ratings',
  access: 'user',
  params: UuidParams,
  body: ExchangeInput,
  bodyMax: RATED_EXCHANGE_BODY_MAX,
  responses: { 200: OfferedExchange },
  errors: ['not_found'],
})

export const withdrawOffer = endpoint({
  method: 'DELETE',
  path: '/companion/ratings/offers/{id}/',
  summary: 'Deletes what was offered of an answer, with its ratings; a repeat changes nothing',
  access: 'user',
  params: UuidParams,
  responses: { 204: 'empty' },
  errors: ['not_found'],
})

export const listExchangesToRate = endpoint({
  method: 'GET',
  path: '/companion/ratings/next/',
  summary: 'Assigns a few exchanges to the calling validator, those with fewer ratings first; for validators only',
  access: 'user',
  // What it returns was written by others, so it is not reading what is one's own.
  whileSuspended: false,
  responses: { 200: v.object({ results: v.array(ExchangeToRate) }) },
  errors: ['permission_denied'],
})

export const rateExchange = endpoint({
  method: 'POST',
  path: '/companion/ratings/',
  summary: 'Stores a rating, a skip or a report of an exchange; a repeat changes nothing; for validators only',
  access: 'user',
  body: RatingInput,
  responses: { 204: 'empty' },
  errors: ['permission_denied', 'withdrawn', 'id_conflict'],
})
