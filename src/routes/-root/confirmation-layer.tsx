import { useEffect, useState } from 'react'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { onConfirmationRequested } from '#session/request-confirmation.ts'

const popup = lazyModule(() => import('#features/auth/confirmation/confirmation-dialog.tsx'))

interface Question {
  id: number
  methods: readonly string[]
  onEnd: (isConfirmed: boolean) => void
}

/** Shows the dialog for calls that need a recent confirmation, and loads its code with the first one. */
export function ConfirmationLayer() {
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    let id = 0
    return onConfirmationRequested(async ({ methods }) => {
      try {
        await popup.load()
      } catch {
        // Offline, or an app that is being updated: the call fails with the server's message.
        return false
      }
      id += 1
      return new Promise((resolve) => setQuestion({ id, methods, onEnd: resolve }))
    })
  }, [])
  const part = popup.loaded()
  if (question === undefined || part === undefined) return null
  const { id, ...request } = question
  return <part.ConfirmationDialog key={id} {...request} />
}
