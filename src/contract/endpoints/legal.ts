import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { LEGAL_BODY_MAX } from '../limits.ts'
import { Consents } from '../objects/legal/consents.ts'
import { LegalDocument, LegalEntry, LegalTexts } from '../objects/legal/legal-text.ts'
import { Id, says } from '../primitives.ts'

const ofDocument = v.object({ document: LegalDocument })
const Revision = v.pipe(
  v.number(says('invalid')),
  v.safeInteger(says('invalid')),
  v.minValue(0, says('invalid')),
  v.maxValue(1_000_000_000, says('invalid')),
)
/**
 * The state of a document that an admin has read: the revision of its draft, 0 for none, and the newest published
 * version, 0 for none. Older clients do not send the version.
 */
const seen = { revision: Revision, version: v.optional(Revision) }

export const getConsents = endpoint({
  method: 'GET',
  path: '/accounts/consents/',
  summary: 'What the user has accepted, and what they still have to',
  access: 'user',
  responses: { 200: Consents },
  errors: [],
})

export const giveConsents = endpoint({
  method: 'POST',
  path: '/accounts/consents/',
  summary: 'Accepts a version of the terms, states an age, or both; again, it changes nothing',
  access: 'user',
  whileSuspended: true,
  body: v.object({ terms: v.optional(Id), minimum_age: v.optional(Id) }),
  responses: { 200: Consents },
  errors: [],
})

export const listLegalTexts = endpoint({
  method: 'GET',
  path: '/accounts/admin/legal/',
  summary: 'Terms, privacy policy and imprint with their versions',
  access: 'admin',
  responses: { 200: v.object({ results: v.array(LegalEntry) }) },
  errors: [],
})

export const saveLegalText = endpoint({
  method: 'PUT',
  path: '/accounts/admin/legal/{document}/',
  summary: 'Stores a draft, unless it changed or was published since the given state; nobody else sees it',
  access: 'admin',
  params: ofDocument,
  body: v.object({ ...seen, texts: LegalTexts }),
  bodyMax: LEGAL_BODY_MAX,
  responses: { 200: LegalEntry },
  errors: ['not_found', 'conflict'],
})

export const publishLegalText = endpoint({
  method: 'POST',
  path: '/accounts/admin/legal/{document}/publish/',
  summary: 'Publishes the draft of the given revision as a new version; the first terms always ask for consent',
  access: 'admin',
  params: ofDocument,
  body: v.object({ ...seen, asks_consent: v.boolean(says('invalid')) }),
  responses: { 200: LegalEntry },
  errors: ['not_found', 'conflict'],
})
