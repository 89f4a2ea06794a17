import * as calls from '#contract/endpoints/newsletter/issues.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { addImage } from './issues/use-cases/add-image.ts'
import { createIssue } from './issues/use-cases/create-issue.ts'
import { deleteIssue } from './issues/use-cases/delete-issue.ts'
import { getIssue } from './issues/use-cases/get-issue.ts'
import { listIssues } from './issues/use-cases/list-issues.ts'
import { saveIssue } from './issues/use-cases/save-issue.ts'
import { serveImage, servePreview } from './newsletter.http.ts'
import { changeSending } from './sending/use-cases/change-sending.ts'
import { listDeliveries } from './sending/use-cases/list-deliveries.ts'
import { resendDelivery } from './sending/use-cases/resend-delivery.ts'
import { scheduleIssue } from './sending/use-cases/schedule-issue.ts'
import { testIssue } from './sending/use-cases/test-issue.ts'

/** Writing and sending issues of the newsletter. */
export function newsletterRoutes(deps: Dependencies): Route[] {
  return [...writingRoutes(deps), ...sendingRoutes(deps), ...pictureRoutes(deps)]
}

function writingRoutes(deps: Dependencies): Route[] {
  return [
    route(calls.listIssues, {
      owns: 'nobody',
      limit: 'read',
      audit: 'nothing',
      handle: async ({ query }) => ({ status: 200, body: await listIssues(deps, query) }),
    }),
    route(calls.createIssue, {
      owns: 'nobody',
      limit: 'write',
      audit: 'newsletter.created',
      handle: async ({ caller, record }) => ({ status: 201, body: await createIssue(deps, caller.id, record) }),
    }),
    route(calls.getIssue, {
      owns: 'nobody',
      limit: 'read',
      audit: 'nothing',
      handle: async ({ params }) => ({ status: 200, body: await getIssue(deps, params.id) }),
    }),
    route(calls.saveIssue, {
      owns: 'nobody',
      limit: 'write',
      audit: 'newsletter.changed',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await saveIssue(deps, { ...params, ...body }, record),
      }),
    }),
    route(calls.deleteIssue, {
      owns: 'nobody',
      limit: 'write',
      audit: 'newsletter.deleted',
      handle: async ({ params, record }) => {
        await deleteIssue(deps, params.id, record)
        return { status: 204 }
      },
    }),
  ]
}

const sent = {
  en: (email: string) => `The test mail is on its way to ${email}`,
  es: (email: string) => `El correo de prueba va de camino a ${email}`,
}

function sendingRoutes(deps: Dependencies): Route[] {
  return [
    route(calls.testIssue, {
      owns: 'nobody',
      limit: 'write',
      audit: 'newsletter.tested',
      handle: async ({ params, body, caller, language, record }) => {
        const email = await testIssue(deps, { ...params, ...body, userId: caller.id }, record)
        return { status: 200, body: { message: sent[language](email) } }
      },
    }),
    route(calls.scheduleIssue, {
      owns: 'anybody',
      limit: 'write',
      audit: 'newsletter.scheduled',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await scheduleIssue(deps, { ...params, ...body }, record),
      }),
    }),
    route(calls.pauseIssue, {
      owns: 'nobody',
      limit: 'write',
      audit: 'newsletter.paused',
      handle: async ({ params, record }) => ({
        status: 200,
        body: await changeSending(deps, { ...params, change: 'pause' }, record),
      }),
    }),
    route(calls.resumeIssue, {
      owns: 'nobody',
      limit: 'write',
      audit: 'newsletter.resumed',
      handle: async ({ params, record }) => ({
        status: 200,
        body: await changeSending(deps, { ...params, change: 'resume' }, record),
      }),
    }),
    route(calls.stopIssue, {
      owns: 'nobody',
      limit: 'write',
      audit: 'newsletter.stopped',
      handle: async ({ params, record }) => ({
        status: 200,
        body: await changeSending(deps, { ...params, change: 'stop' }, record),
      }),
    }),
    route(calls.listDeliveries, {
      owns: 'anybody',
      limit: 'read',
      audit: 'newsletter.recipients_viewed',
      handle: async ({ params, query, record }) => ({
        status: 200,
        body: await listDeliveries(deps, { ...params, ...query }, record),
      }),
    }),
    route(calls.resendDelivery, {
      owns: 'anybody',
      limit: 'write',
      audit: 'newsletter.resent',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await resendDelivery(deps, { ...params, ...body }, record),
      }),
    }),
  ]
}

function pictureRoutes(deps: Dependencies): Route[] {
  return [
    route(calls.addIssueImage, {
      owns: 'nobody',
      limit: 'upload',
      audit: 'newsletter.image_added',
      handle: async ({ params, body, record }) => ({
        status: 201,
        body: await addImage(deps, { ...params, picture: body }, record),
      }),
    }),
    route(calls.getIssueImage, {
      owns: 'nobody',
      limit: 'public',
      handle: ({ params }) => serveImage(deps, params.name),
    }),
    route(calls.previewIssue, {
      owns: 'anybody',
      limit: 'public',
      handle: ({ params, query }) => servePreview(deps, { ...params, ...query }),
    }),
  ]
}
