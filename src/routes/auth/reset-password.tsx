import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '#features/information/not-built-yet.tsx'

export const Route = createFileRoute('/auth/reset-password')({
  staticData: { title: msg`Reset password` },
  component: NotBuiltYet,
})
