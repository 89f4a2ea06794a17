import { createFileRoute } from '@tanstack/react-router'
import { SiteFrame } from '#features/start/layout/site-frame.tsx'

/** A layout without a path segment: the pages with the header and the footer. */
export const Route = createFileRoute('/_site')({ component: SiteFrame })
