import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '#session/session-atom.ts'
import { lazyPart, useLazyPart } from '#ui/lazy-part.ts'
import { toastFailure } from '#ui/toast-failure.ts'

/** Forms weigh more than the page, and only whoever is signed in needs this one. */
const form = lazyPart(() => import('./validator-form.tsx'))

/** Who rates answers as a volunteer, and how to become one: `/information#validators`. */
export function ValidatorsSection() {
  const user = useSession()?.user
  const title = useRef<HTMLHeadingElement>(null)
  const part = useLazyPart(form, user !== undefined, toastFailure)
  useEffect(() => {
    if (location.hash === '#validators') title.current?.scrollIntoView()
  }, [])
  return (
    <section aria-labelledby="validators">
      <h2 id="validators" ref={title}>
        <Trans>Become a validator</Trans>
      </h2>
      <p>
        <Trans>
          Validators are volunteers. They read made-up answers and rate them by the same six axes, so that the scores of
          a model can be held against the judgement of people. They never see anybody’s chats.
        </Trans>
      </p>
      {user === undefined ? (
        <p>
          <Trans>
            <Link to="/auth/login">Log in</Link> to sign up with your name and e-mail.
          </Trans>
        </p>
      ) : (
        part && <part.ValidatorForm key={user.id} user={user} />
      )}
    </section>
  )
}
