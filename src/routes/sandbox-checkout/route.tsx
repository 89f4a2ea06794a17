import { createFileRoute } from '@tanstack/react-router'
import { PlainFrame } from '#features/start/plain-frame.tsx'
import { requireSignedIn } from '#session/guards.ts'

export const Route = createFileRoute('/sandbox-checkout')({ beforeLoad: requireSignedIn, component: PlainFrame })
