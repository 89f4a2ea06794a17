import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { deletePhoto } from '#contract/endpoints/accounts.ts'
import type { User } from '#contract/objects/user.ts'
import { userName } from '#data/user-name.ts'
import { api } from '#session/api.ts'
import { updateUser } from '#session/session-actions.ts'
import { Button } from '#ui/button/button.tsx'
import { Avatar } from '#ui/data-display/avatar.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Failure, Group } from '#ui/layout/group.tsx'
import { CropDialog } from './crop-dialog.tsx'
import styles from './photo.module.css'

/** Chooses the user's photo from files or the camera, crops it, or removes it. */
export function PhotoEditor({ user }: { user: User }) {
  const { t } = useLingui()
  const choose = useRef<HTMLButtonElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<File | null>(null)
  const [isRefused, setRefused] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const hasPhoto = user.profile.photo_url !== null

  const take = (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    // Resetting the input allows choosing the same file again after a failure.
    input.value = ''
    if (!file) return
    const isPicture = file.type === '' || file.type.startsWith('image/')
    setRefused(!isPicture)
    setPicked(isPicture ? file : null)
  }
  const input = { type: 'file', accept: 'image/*', hidden: true } as const
  return (
    <Group heading="h2" title={<Trans>Photo</Trans>}>
      <div className={styles.editor}>
        <Avatar name={userName(user)} src={user.profile.photo_url} size={96} />
        <div className={styles.choices}>
          <Button ref={choose} onClick={() => chooser.current?.click()}>
            <Trans>Choose a photo</Trans>
          </Button>
          <Button className={styles.camera} onClick={() => camera.current?.click()}>
            <Trans>Take a photo</Trans>
          </Button>
          {hasPhoto ? (
            <Button variant="quiet" onClick={() => setRemoving(true)}>
              <Trans>Remove</Trans>
            </Button>
          ) : null}
        </div>
      </div>
      <input {...input} ref={chooser} data-testid="photo-file" onChange={(event) => take(event.currentTarget)} />
      <input {...input} ref={camera} capture="user" onChange={(event) => take(event.currentTarget)} />
      <Failure>{isRefused ? <Trans>This is not a picture. Choose a JPEG, PNG or WebP file.</Trans> : null}</Failure>
      <CropDialog file={picked} onClose={() => setPicked(null)} />
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={t`Remove your photo?`}
        text={<Trans>Your initials are shown instead.</Trans>}
        confirmLabel={t`Remove`}
        focusAfter={choose}
        pendingLabel={t`Removing…`}
        onConfirm={removePhoto}
      />
    </Group>
  )
}

/** Removes the photo on the server and in the session. */
async function removePhoto(): Promise<void> {
  await updateUser(await api.call(deletePhoto, {}))
}
