import { endpoint } from '../../endpoint.ts'
import { RecipientSelection, SubscriptionInput } from '../../objects/newsletter.ts'
import { Message } from '../../primitives.ts'

export const subscribeToNewsletter = endpoint({
  method: 'POST',
  path: '/newsletter/subscriptions/',
  summary: 'Mails a link that confirms the wish for the newsletter; the same answer for every address, known or not',
  access: 'public',
  body: SubscriptionInput,
  responses: { 202: Message },
  errors: ['not_found'],
})

export const exportNewsletterRecipients = endpoint({
  method: 'GET',
  path: '/accounts/admin/newsletter/recipients.csv',
  summary:
    'Who gets the next issue, as CSV (RFC 4180, UTF-8): accounts first, then addresses without one, oldest first',
  access: 'admin',
  confirm: 'always',
  query: RecipientSelection,
  responses: { 200: 'file' },
  errors: [],
})
