import type { Config } from '../../config/config.ts'
import { type Assistant, PicturesRefusedError, type Turn } from './assistant.ts'

/** Names of models that see pictures; the servers of most models do not say which do. */
const seeing = [
  /gpt-(?:4o|4\.1|4-turbo|4-vision|5)/i,
  /(?:^|\/)(?:o1|o3|o4-mini)(?!-mini|-preview)/i,
  /claude-(?:3|4|5|opus|sonnet|haiku)/i,
  /gemini/i,
  /gemma-?(?:3(?!n?[:-]?(?:1b|270m))|4)/i,
  /llava|pixtral|moondream|internvl|minicpm-v|vision/i,
  /mistral-(?:small-?3\.[1-9]|medium-3|large-3)/i,
  /llama-?(?:4|3\.2-(?:11b|90b))/i,
  /qwen.*vl/i,
  /glm-4.*v/i,
]

/** Whether a model of this name is known to see pictures. */
export const isKnownToSee = (model: string): boolean => seeing.some((name) => name.test(model))

/**
 * The assistant with `vision` by the setting. Pictures are sent only to a model that sees; when its server refuses them
 * all the same, the question is asked again without them.
 */
export function withVision(assistant: Assistant, setting: Config['vision']): Assistant {
  const sees = () =>
    assistant.kind === 'model' && (setting === 'on' || (setting === 'auto' && isKnownToSee(assistant.name)))
  const { name: _name, ...rest } = assistant
  return {
    ...rest,
    get name() {
      return assistant.name
    },
    get vision() {
      return sees()
    },
    async *answer(turns, options) {
      try {
        yield* assistant.answer(turns, options)
      } catch (error) {
        if (!(error instanceof PicturesRefusedError)) throw error
        yield* assistant.answer(turns.map(withoutPictures), options)
      }
    },
  }
}

const REFUSED = '(The pictures of this message could not be shown to you. Say so.)'

function withoutPictures({ pictures = [], ...turn }: Turn): Turn {
  return pictures.length === 0 ? turn : { ...turn, files: [turn.files ?? '', REFUSED].join('\n\n').trim() }
}
