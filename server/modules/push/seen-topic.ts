/** Topic for sessions that show the end of an answer; the payload is the session's id. */
export const seenTopic = (userId: number, messageId: string): string => `seen:${userId}:${messageId}`
