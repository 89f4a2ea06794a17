import * as v from 'valibot'
import { endpoint } from '../../endpoint.ts'
import { Validator } from '../../objects/admin/validator.ts'
import { Email, IdParams, Label, Message } from '../../primitives.ts'

export const signUpValidator = endpoint({
  method: 'POST',
  path: '/companion/validators/',
  summary: 'Volunteers to rate answers',
  access: 'user',
  body: v.object({ name: Label, email: Email }),
  responses: { 201: Message },
  errors: [],
})

export const listValidators = endpoint({
  method: 'GET',
  path: '/companion/validators/',
  summary: 'Who volunteers to rate answers, newest first',
  access: 'admin',
  responses: { 200: v.object({ results: v.array(Validator) }) },
  errors: [],
})

export const acceptValidator = endpoint({
  method: 'POST',
  path: '/companion/validators/{id}/accept/',
  summary: 'Lets a volunteer rate exchanges, and tells them by mail; a repeat changes nothing',
  access: 'admin',
  params: IdParams,
  responses: { 200: Validator },
  errors: ['not_found'],
})

export const endValidator = endpoint({
  method: 'POST',
  path: '/companion/validators/{id}/end/',
  summary: 'Takes the right to rate from a validator; their ratings stay',
  access: 'admin',
  params: IdParams,
  responses: { 200: Validator },
  errors: ['not_found'],
})
