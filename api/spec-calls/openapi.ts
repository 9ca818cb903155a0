import type { DescribedRoute } from '#api/http/described-route.ts'
import { paths } from '#core/wire/paths.ts'
import * as specified from '#core/wire/spec-calls.ts'

const office = { method: 'post', for: 'office' } as const

/** The specification's own calls about bookings and images. */
export const specifiedRoutes: DescribedRoute[] = [
  {
    ...office,
    path: paths.addJob,
    summary:
      'Book a visit for a job, identified by its jobId or jobRef, with people by user id or username. Repeating the same details returns the same booking. apartmentName and jobDescriptions are taken from the job itself.',
    body: specified.addJobRequest,
    answers: { 200: specified.addJobAnswer },
  },
  {
    ...office,
    path: paths.deleteJob,
    summary: 'Delete a booking; its job stays. Repeating the call changes nothing.',
    body: specified.deleteJobRequest,
    answers: { 200: specified.messageAnswer },
  },
  {
    method: 'post',
    for: 'members',
    path: paths.updateDescription,
    summary: "Describe one of a job's images, by its index",
    body: specified.updateDescriptionRequest,
    answers: { 200: specified.messageAnswer },
  },
  {
    method: 'delete',
    for: 'members',
    path: paths.deleteImage,
    summary: "Delete one of a job's images, by its index; the fields may be in the query instead",
    body: specified.deleteImageRequest,
    answers: { 200: specified.messageAnswer },
  },
]
