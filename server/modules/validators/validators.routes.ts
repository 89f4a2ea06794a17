import {
  acceptValidator as acceptCall,
  endValidator as endCall,
  listValidators as listCall,
  signUpValidator,
} from '#contract/endpoints/ratings/validators.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { acceptValidator } from './use-cases/accept-validator.ts'
import { endValidator } from './use-cases/end-validator.ts'
import { listValidators } from './use-cases/list-validators.ts'
import { signUp } from './use-cases/sign-up.ts'

/** The same message for a known address, so that it does not reveal who has signed up. */
const thanks = {
  en: 'Thank you. Whoever runs this server can write to you when there are answers to rate.',
  es: 'Gracias. Quien lleva este servidor podrá escribirte cuando haya respuestas que valorar.',
} as const

export function validatorRoutes(dependencies: Dependencies): Route[] {
  return [
    route(listCall, {
      owns: 'anybody',
      limit: 'read',
      audit: 'validators.viewed',
      handle: async ({ record }) => {
        await record(dependencies.db, {})
        return { status: 200, body: { results: await listValidators(dependencies) } }
      },
    }),
    route(acceptCall, {
      owns: 'anybody',
      limit: 'write',
      audit: 'validator.accepted',
      handle: async ({ params, record }) => ({
        status: 200,
        body: await acceptValidator(dependencies, params.id, record),
      }),
    }),
    route(endCall, {
      owns: 'anybody',
      limit: 'write',
      audit: 'validator.ended',
      handle: async ({ params, record }) => ({
        status: 200,
        body: await endValidator(dependencies, params.id, record),
      }),
    }),
    route(signUpValidator, {
      owns: 'self',
      limit: 'volunteer',
      handle: async ({ caller, body, language }) => {
        await signUp(dependencies, caller.id, body)
        return { status: 201, body: { message: thanks[language] } }
      },
    }),
  ]
}
