import { endpoint } from '../../endpoint.ts'
import { Agreement } from '../../objects/ratings/agreement.ts'

export const getAgreement = endpoint({
  method: 'GET',
  path: '/companion/ratings/agreement/',
  summary: "How well the judge's scores agree with the ratings of people, by version of the rubric and by axis",
  access: 'public',
  responses: { 200: Agreement },
  errors: [],
})
