import { randomBytes } from 'node:crypto'

/**
 * Marks in a prompt where quoted text begins and ends. 72 random bits, so that the author of the text cannot guess it
 * and write instructions after a false end (prompt injection).
 */
export const newDelimiter = (): string => randomBytes(9).toString('hex')
