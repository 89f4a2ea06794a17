/** Published when an issue is to be sent, so that nobody waits for the next round. */
export const NEWSLETTER_TOPIC = 'newsletter'
