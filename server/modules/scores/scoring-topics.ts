/** Notifies the scoring workers of all processes of queued scorings. */
export const SCORINGS_TOPIC = 'scorings'

/** Notifies of the end of a scoring, successful or not. */
export const scoredTopic = (userId: number, messageId: string): string => `scored:${userId}:${messageId}`
