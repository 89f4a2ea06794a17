import { createFileRoute } from '@tanstack/react-router'
import { PlainFrame } from '#features/start/layout/plain-frame.tsx'
import { requireSignedIn } from '#session/guards/guards.ts'

export const Route = createFileRoute('/sandbox-checkout')({ beforeLoad: requireSignedIn, component: PlainFrame })
