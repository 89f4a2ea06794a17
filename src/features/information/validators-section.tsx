import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { useSession } from '#session/state/session-atom.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import styles from './information-page.module.css'

/** Loaded separately, because forms are large and only signed-in users need this one. */
const form = lazyModule(() => import('./validator-form.tsx'))

/** Explains the volunteers who rate answers, and how to become one: `/information#validators`. */
export function ValidatorsSection() {
  const user = useSession()?.user
  const title = useRef<HTMLHeadingElement>(null)
  const part = useLazyModule(form, user !== undefined, toastFailure)
  useEffect(() => {
    if (location.hash === '#validators') title.current?.scrollIntoView()
  }, [])
  return (
    <section aria-labelledby="validators" className={styles.section}>
      <h2 id="validators" ref={title}>
        <Trans>Become a validator</Trans>
      </h2>
      <p>
        <Trans>
          Validators are volunteers who rate answers on the same six axes, so that a model’s scores can be compared with
          the judgement of people. They read only what somebody has offered for rating, without names, and without the
          scores. Leave your name and email, and whoever runs this server can accept you. Signing up shows nobody’s
          chats to anybody.
        </Trans>
      </p>
      {user === undefined ? (
        <p>
          <Trans>
            <Link to="/auth/login">Log in</Link> to sign up with your name and email.
          </Trans>
        </p>
      ) : user.profile.is_validator === true ? (
        <LinkButton to="/rating">
          <Trans>Rate answers</Trans>
        </LinkButton>
      ) : (
        part && <part.ValidatorForm key={user.id} user={user} />
      )}
    </section>
  )
}
