import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { SharedChat, ShareInput } from '../objects/shared-chat.ts'
import { UuidParams } from '../primitives.ts'

export const listSharedChats = endpoint({
  method: 'GET',
  path: '/companion/shares/',
  summary: 'The chats that everybody with a link can read, newest first',
  access: 'user',
  responses: { 200: v.object({ results: v.array(SharedChat) }) },
  errors: [],
})

export const getShare = endpoint({
  method: 'GET',
  path: '/companion/chats/{id}/share/',
  summary: 'The shared page of a chat, or null',
  access: 'user',
  params: UuidParams,
  responses: { 200: v.object({ share: v.nullable(SharedChat) }) },
  errors: ['not_found'],
})

export const shareChat = endpoint({
  method: 'POST',
  path: '/companion/chats/{id}/share/',
  summary: 'Shares the current path of a chat as it is now; a repeat replaces what the same link shows',
  access: 'user',
  params: UuidParams,
  body: ShareInput,
  responses: { 200: SharedChat },
  errors: ['not_found', 'conflict'],
})

export const endShare = endpoint({
  method: 'DELETE',
  path: '/companion/chats/{id}/share/',
  summary: 'Ends the shared page at once; a later one has another link',
  access: 'user',
  params: UuidParams,
  responses: { 204: 'empty' },
  errors: ['not_found'],
})
