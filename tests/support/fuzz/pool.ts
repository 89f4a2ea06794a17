import { randomUUID } from 'node:crypto'
import type { pushReceiver } from '../fakes/push-keys.ts'
import { PASSWORD } from '../users/inserted-user.ts'
import type { OwnedResources } from '../users/owned-resources.ts'
import type { Pool } from './values.ts'

/** Values with a meaning for the server that calls accept of the owners, and of an admin. */
export function acceptedValues(
  owners: readonly OwnedResources[],
  strangers: readonly number[],
  issueId: number,
  receiver: ReturnType<typeof pushReceiver>,
): Pool {
  const each = <T>(pick: (one: OwnedResources) => T): T[] => owners.map(pick)
  const chats = each(({ chatId }) => chatId)
  const messages = each(({ questionId }) => questionId)
  const answers = each(({ answerId }) => answerId)
  return {
    id: [
      ...chats,
      ...messages,
      ...answers,
      ...each(({ folderId }) => folderId),
      ...each(({ tagId }) => tagId),
      ...each(({ owner }) => owner.session),
    ],
    chat: chats,
    chats,
    folders: each(({ folderId }) => folderId),
    sessions: each(({ owner }) => owner.session),
    reasoning: answers,
    messages: [...messages, ...answers],
    issues: [issueId],
    // Some of them exist: random requests create and delete them.
    validators: Array.from({ length: 12 }, (_, index) => index + 1),
    reports: each(({ reportId }) => reportId),
    users: strangers,
    user_id: strangers,
    plans: each(({ planId }) => planId),
    subscriptions: each(({ subscriptionId }) => subscriptionId),
    page: ['1', '2'],
    page_size: ['10'],
    message: answers,
    versions: answers,
    path: [...messages, ...answers, null],
    model: ['swift', 'Qwen/Qwen3-8B', null],
    parent: [...messages, ...answers],
    replaces: messages,
    reply_to: messages,
    newest: messages,
    files: each(({ fileId }) => fileId),
    sha256: ['0'.repeat(64)],
    size: [1, 1_000],
    name: ['a.txt', 'Home'],
    offset: ['0'],
    folder: each(({ folderId }) => folderId),
    tags: each(({ tagId }) => tagId),
    email: each(({ owner }) => owner.email),
    password: [PASSWORD],
    current_password: [PASSWORD],
    new_password: ['another quiet evening'],
    first_name: ['Ada', 'José María'],
    last_name: ['Byron', 'O’Neill'],
    plan_id: [2, 3],
    subscription_id: each(({ subscriptionId }) => subscriptionId),
    session_id: each(({ checkoutId }) => checkoutId),
    audience: ['companion_app'],
    color: ['#aabbcc'],
    endpoint: [receiver.endpoint, ...each(({ pushEndpoint }) => pushEndpoint)],
    p256dh: [receiver.keys.p256dh],
    auth: [receiver.keys.auth],
    price: ['0.00', '9.99'],
    kind: ['discount'],
    percent_off: [20],
    amount_off: [null],
    plan_ids: [2, 3],
    limit: ['1', '200'],
    code: ['TypeError', 'Code'],
    build: ['BSxk12ab', 'unbuilt'],
    route: ['/', '/chat/$chatId'],
  }
}

/** What most calls refuse, beside the values that they accept: new identifiers and addresses each time. */
const refusedValues = (): Pool => ({
  id: [randomUUID(), 1],
  chat: [randomUUID()],
  chats: [randomUUID()],
  page_size: ['0'],
  sha256: ['F'.repeat(64), '0'.repeat(63)],
  size: [20_971_521, 0],
  offset: ['1'],
  email: [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`],
  password: ['another quiet evening', 'short'],
  current_password: ['wrong password'],
  new_password: [PASSWORD, 'password'],
  first_name: ['Ada1'],
  plan_id: [1, 999_999],
  audience: ['elsewhere'],
  color: ['#AABBCC', 'red'],
  limit: ['0'],
  code: ['ApiError.conflict'],
})

/** The values of a pool, and others of the same fields that most calls refuse. */
export function withRefused(pool: Pool): Pool {
  const refused = refusedValues()
  const both = Object.entries(pool).map(([name, accepted]) => [name, [...accepted, ...(refused[name] ?? [])]])
  return Object.fromEntries(both)
}
