import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useLanguage } from '#i18n/use-language.ts'
import { isHomeScreenApp } from '#lib/browser/is-home-screen-app.ts'
import { Button } from '../button/button.tsx'
import styles from './google-button.module.css'
import { makeNonce, readCredential } from './google-credential.ts'
import { loadGoogle } from './load-google.ts'

const WIDTH_MAX = 400

/** A sign-in that leaves the page, and returns to it with the credential. */
export interface GoogleRedirect {
  /** Where Google posts the credential. */
  loginUri: string
  /** Stores the nonce until the return. */
  storeNonce: (nonce: string) => void
  /** The credential that the page was opened with, once; empty when it was not made for the stored nonce. */
  takeReturned: () => { credential: string; nonce: string } | undefined
}

export type GoogleButtonProps = {
  clientId: string
  purpose: 'signin' | 'signup' | 'use'
  /** Used on home screens of iOS, which open no window for Google; the same object in each render. */
  redirect?: GoogleRedirect
  /** Receives a new credential and its nonce. Its errors go to `onError`. */
  onCredential: (given: { credential: string; nonce: string }) => Promise<void>
  /** Also called when Google returned no credential. */
  onError: (error: unknown) => void
}

/** Google's button. Its script is loaded only when this is mounted. */
export function GoogleButton({ clientId, purpose, redirect, onCredential, onError }: GoogleButtonProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const theme = useShownTheme()
  const container = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  // Each attempt has a new nonce; Google's script uses the newest.
  const [attempt, setAttempt] = useState(0)

  const take = useEffectEvent(async (answer: unknown, nonce: string) => {
    try {
      await onCredential({ credential: readCredential(answer, t`Google did not sign you in. Try again`), nonce })
    } catch (error) {
      onError(error)
      setAttempt((count) => count + 1)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each attempt
  useEffect(() => {
    let isLeft = false
    const returned = redirect?.takeReturned()
    if (returned) void take({ credential: returned.credential }, returned.nonce)
    const nonce = makeNonce()
    const leaving = isHomeScreenApp() ? redirect : undefined
    leaving?.storeNonce(nonce)
    loadGoogle().then(
      (google) => {
        const parent = container.current
        if (isLeft || !parent) return
        const callback = (answer: unknown) => void (isLeft || take(answer, nonce))
        const mode = leaving
          ? { ux_mode: 'redirect' as const, login_uri: leaving.loginUri }
          : { ux_mode: 'popup' as const }
        google.initialize({ client_id: clientId, nonce, context: purpose, ...mode, callback })
        parent.replaceChildren()
        google.renderButton(parent, {
          type: 'standard',
          theme: theme === 'dark' ? 'filled_black' : 'outline',
          size: 'large',
          text: 'continue_with',
          shape: 'rectangular',
          logo_alignment: 'left',
          width: Math.min(WIDTH_MAX, parent.clientWidth || WIDTH_MAX),
          locale: language,
          ...(leaving && { state: `${location.pathname}${location.search}` }),
        })
        setState('ready')
      },
      () => {
        if (!isLeft) setState('failed')
      },
    )
    return () => {
      isLeft = true
    }
  }, [clientId, purpose, redirect, language, theme, attempt])

  return (
    <>
      <div ref={container} className={styles.button} hidden={state === 'failed'} />
      <div role="status">
        {state === 'failed' ? (
          <p className={styles.failed}>
            <span>
              {purpose === 'use' ? (
                <Trans>Google's button could not be loaded.</Trans>
              ) : (
                <Trans>Google's button could not be loaded. Email and password work without it.</Trans>
              )}
            </span>
            <Button
              size="s"
              variant="quiet"
              onClick={() => {
                setState('loading')
                setAttempt(attempt + 1)
              }}
            >
              <Trans>Try again</Trans>
            </Button>
          </p>
        ) : null}
      </div>
    </>
  )
}

const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

/** Returns the current theme: the user's choice, otherwise the device's. */
function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(follow, () => {
    const { theme } = document.documentElement.dataset
    if (theme === 'light' || theme === 'dark') return theme
    return dark().matches ? 'dark' : 'light'
  })
}

function follow(changed: () => void): () => void {
  const media = dark()
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  media.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    media.removeEventListener('change', changed)
  }
}
