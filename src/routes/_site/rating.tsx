import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { RatingPage } from '#features/rating/rating-page.tsx'
import { requireSignedIn } from '#session/guards/guards.ts'
import { useSession } from '#session/state/session-atom.ts'

export const Route = createFileRoute('/_site/rating')({
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Rate answers` },
  component: Rating,
})

/** Renders nothing between sign-out and navigation. */
function Rating() {
  const userId = useSession()?.user.id
  return userId === undefined ? null : <RatingPage key={userId} userId={userId} />
}
