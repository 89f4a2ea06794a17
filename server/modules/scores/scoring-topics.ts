/** There is something to score; every process listens. */
export const SCORINGS_TOPIC = 'scorings'

/** One answer was scored, or could not be. */
export const scoredTopic = (userId: number, messageId: string): string => `scored:${userId}:${messageId}`
