import { useLingui } from '@lingui/react/macro'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { IconButton } from '#ui/button/icon-button.tsx'
import { ArrowLeftIcon } from '#ui/icons/icons.tsx'

/** Goes back in the history, or to `to` when this page was opened first. */
export function BackButton({ to }: { to: '/chat' | '/admin-panel' | '/admin-panel/users' }) {
  const { t } = useLingui()
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  const back = () => (canGoBack ? router.history.back() : void navigate({ to }))
  return <IconButton size="l" label={t`Back`} icon={<ArrowLeftIcon />} data-in-bar="" onClick={back} />
}
