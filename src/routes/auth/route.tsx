import { createFileRoute } from '@tanstack/react-router'
import { PlainFrame } from '#features/start/layout/plain-frame.tsx'
import { requireGuest } from '#session/guards/guards.ts'

/** Everything under /auth is for guests: a signed-in user is sent to the chat. */
export const Route = createFileRoute('/auth')({ beforeLoad: requireGuest, component: PlainFrame })
