import { useNavigate } from '@tanstack/react-router'
import { DeleteGoogle } from './delete-google.tsx'
import { DeletePassword } from './delete-password.tsx'
import { leave, type Proof } from './submit-deletion.ts'

type Props = { onCancel: () => void; onBusy: (isBusy: boolean) => void }

/** The second step: the password, or Google. After the deletion the start page confirms it. */
export function DeleteProof({ onCancel, onBusy }: Props) {
  const navigate = useNavigate()
  const remove = async (proof: Proof) => {
    onBusy(true)
    try {
      await leave(proof)
    } finally {
      onBusy(false)
    }
    await navigate({ to: '/', replace: true, state: { goodbye: true } })
  }
  return (
    <>
      <DeletePassword onCancel={onCancel} onProof={remove} />
      <DeleteGoogle onProof={remove} />
    </>
  )
}
