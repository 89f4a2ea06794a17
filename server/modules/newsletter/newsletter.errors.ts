import type { FieldRefusal } from '#contract/field-refusals.ts'
import type { IssueInput } from '#contract/objects/newsletter.ts'
import { Language } from '#contract/primitives.ts'
import { appError, FieldProblem, fieldError } from '../../lib/errors.ts'

export const issueNotFound = () => appError('not_found')
/** Another admin's change came between. */
export const issueChanged = () => appError('conflict', { wording: 'issue_changed' })
/** Its state does not allow it, such as changing an issue that was sent. */
export const issueNotChangeable = () => appError('conflict', { wording: 'issue_not_changeable' })
export const postalAddressMissing = () => appError('conflict', { wording: 'postal_address_missing' })
export const nobodyReceives = () => appError('conflict', { wording: 'no_recipients' })
/** There is no version in the language. */
export const versionMissing = () => fieldError('language', 'version_missing')
export const sentInThePast = () => fieldError('at', 'time_passed')
export const pictureInvalid = () => fieldError('picture', 'photo_invalid')

type Texts = IssueInput['versions']

/** What a version lacks before it can be sent, named by language and field; also when there is none at all. */
export function incomplete(versions: Texts): FieldProblem | undefined {
  const fields: { [field: string]: readonly FieldRefusal[]; versions?: readonly FieldRefusal[] } = {}
  for (const language of Language.options) {
    const version = versions[language]
    if (version === null) continue
    if (version.subject.trim() === '') fields[`${language}.subject`] = ['subject_required']
    if (version.body.trim() === '') fields[`${language}.body`] = ['text_required']
  }
  if (versions.en === null && versions.es === null) fields.versions = ['version_missing']
  return Object.keys(fields).length === 0 ? undefined : new FieldProblem(fields)
}
