import { createFileRoute } from '@tanstack/react-router'
import { SiteFrame } from '#features/start/layout/site-frame.tsx'

/** Pages that share the header with the mark and the footer; adds nothing to the address. */
export const Route = createFileRoute('/_site')({ component: SiteFrame })
