import { createFileRoute } from '@tanstack/react-router'

/** One chat by its id; shown by the parent. */
export const Route = createFileRoute('/chat/$chatId')({})
