import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LegalDocument } from '#contract/objects/legal/legal-text.ts'

export const documentNames: Readonly<Record<LegalDocument, MessageDescriptor>> = {
  terms: msg`Terms of use`,
  privacy: msg`Privacy policy`,
  imprint: msg`Imprint and contact`,
}
