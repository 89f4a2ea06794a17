import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { InformationPage } from '#features/information/information-page.tsx'

export const Route = createFileRoute('/_site/information')({
  staticData: { title: msg`About Companion` },
  component: InformationPage,
})
