import type { Issue } from '#contract/objects/newsletter.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import { readIssue } from '../issues.repository.ts'

export function getIssue(deps: Pick<Dependencies, 'db' | 'config' | 'now'>, id: number): Promise<Issue> {
  return readIssue(deps, id)
}
