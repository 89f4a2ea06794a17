import { UpdatePrompt } from '#features/pwa/update-prompt.tsx'
import { Toaster } from '#ui/toaster.tsx'

/** What no first screen needs: fetched when the page stands. */
export function LateParts() {
  return (
    <>
      <Toaster />
      <UpdatePrompt />
    </>
  )
}
