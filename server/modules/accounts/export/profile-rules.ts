import type { Database } from '../../../db/schema/schema.ts'
import { type ExportedTable, namedAbove, ofUser } from './rule-types.ts'

type Tables = 'chat_profiles' | 'memories' | 'usage_entries' | 'validators'

export const profileRules: { [T in Tables]: ExportedTable<keyof Database[T] & string> } = {
  chat_profiles: {
    as: 'chat_profile',
    single: true,
    own: ofUser,
    key: ['user_id'],
    columns: {
      user_id: namedAbove,
      preferred_name: 'value',
      about: 'value',
      tone: 'value',
      memory_enabled: 'flag',
      voice: 'value',
      show_scores: 'flag',
      show_reasoning: 'flag',
      enter_sends: 'flag',
      autoplay: 'flag',
      unsaved_chats_days: 'value',
      model: 'value',
      updated_at: 'value',
    },
  },
  memories: {
    as: 'memories',
    own: ofUser,
    key: ['id'],
    columns: { user_id: namedAbove, id: 'value', text: 'value', created_at: 'value', updated_at: 'value' },
  },
  usage_entries: {
    as: 'usage',
    own: ofUser,
    key: ['message_id'],
    columns: {
      user_id: namedAbove,
      message_id: 'value',
      at: 'value',
      tokens: 'value',
      searches: 'value',
      model: 'value',
      reserved: { leftOut: 'only while an answer is being written' },
    },
  },
  validators: {
    as: 'validator',
    own: ofUser,
    key: ['id'],
    columns: {
      id: { leftOut: 'tells how many volunteers there are' },
      user_id: namedAbove,
      name: 'value',
      email: 'value',
      created_at: 'value',
      state: 'value',
      accepted_at: 'value',
    },
  },
}
