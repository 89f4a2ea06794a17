import { Trans } from '@lingui/react/macro'
import type { PublicConfig } from '#contract/objects/config.ts'

/** Says who receives the user's messages. `config` is undefined until the server has answered. */
export function AssistantPrivacy({ config }: { config: PublicConfig | undefined }) {
  if (config?.assistant.kind === 'practice') {
    return (
      <p>
        {config.web_search ? (
          <Trans>
            Answers come from the practice assistant, which is a part of this server: what you write is passed on only
            for a web search.
          </Trans>
        ) : (
          <Trans>
            Answers come from the practice assistant, which is a part of this server: what you write is passed to nobody
            else.
          </Trans>
        )}
      </p>
    )
  }
  const name = config?.assistant.is_choice ? undefined : config?.assistant.name
  return (
    <>
      <p>
        {name === undefined ? null : (
          <>
            <Trans>Answers come from the model {name}.</Trans>{' '}
          </>
        )}
        <Trans>
          What you write, and the files and pictures that you attach, are passed to the model that this server uses, and
          the chat names it; with them goes what you wrote about yourself in the settings and, while memory is on, each
          remembered fact. If it belongs to another company, that company's rules apply to what it receives.
        </Trans>
      </p>
      {config?.scoring ? (
        <p>
          <Trans>To score an answer, the question and the answer are passed to a model twice more.</Trans>
        </p>
      ) : null}
    </>
  )
}
