import type { DescribedRoute } from '#api/http/described-route.ts'
import { ownNotices } from '#core/notifications/settings.ts'
import { noticeSettings } from '#core/wire/jobs/notice-settings.ts'
import { paths } from '#core/wire/paths.ts'

/** How people are told of news. */
export const noticeRoutes: DescribedRoute[] = [
  {
    method: 'get',
    for: 'members',
    path: paths.noticeSettings,
    summary: 'How the caller is told of news, and what their company set for everybody',
    answers: { 200: noticeSettings },
  },
  {
    method: 'put',
    for: 'members',
    path: paths.noticeSettings,
    summary: 'Change how the caller is told of news; what is not given stays',
    body: ownNotices,
    answers: { 200: noticeSettings },
  },
  {
    method: 'delete',
    for: 'members',
    path: paths.noticeSettings,
    summary: 'Have the caller told of news as their company set it',
    answers: { 200: noticeSettings },
  },
]
