import { createFileRoute } from '@tanstack/react-router'
import { PlainFrame } from '#features/start/layout/plain-frame.tsx'
import { requireGuest } from '#session/guards/guards.ts'

/** All routes under /auth are for guests: a signed-in user is redirected to the chat. */
export const Route = createFileRoute('/auth')({ beforeLoad: requireGuest, component: PlainFrame })
