import type { Dependencies } from '../../dependencies.ts'
import { rubricVersions } from '../../providers/judge/rubric.ts'

/** What an admin can try: the server's models and all versions of the rubric; without a model, the word list. */
export function judgeChoice({ judge, models }: Pick<Dependencies, 'judge' | 'models'>) {
  if (judge === null) return { models: [], rubric_versions: [] }
  if (judge.source !== 'model') return { models: [], rubric_versions: [judge.rubricVersion] }
  return { models: models.map(({ id, price }) => ({ id, price })), rubric_versions: [...rubricVersions] }
}
