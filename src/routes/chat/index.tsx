import { createFileRoute } from '@tanstack/react-router'

/** The newest or an empty chat; shown by the parent. */
export const Route = createFileRoute('/chat/')({})
