import { createFileRoute, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { StartPage } from '#features/start/start-page.tsx'
import { requireGuest } from '#session/guards/guards.ts'

export const Route = createFileRoute('/_site/')({ beforeLoad: requireGuest, component: Start })

const VisitorPlans = lazy(async () => {
  const { VisitorPlans: component } = await import('#features/subscriptions/plans/visitor-plans.tsx')
  return { default: component }
})

const NewsletterSection = lazy(async () => {
  const { NewsletterSection: component } = await import('#features/newsletter/newsletter-section.tsx')
  return { default: component }
})

function Start() {
  const isGoodbye = useLocation({ select: ({ state }) => state.goodbye === true })
  return (
    <StartPage
      isGoodbye={isGoodbye}
      plans={
        <Suspense>
          <VisitorPlans />
        </Suspense>
      }
      newsletter={
        <Suspense>
          <NewsletterSection />
        </Suspense>
      }
    />
  )
}
