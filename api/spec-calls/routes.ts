import { Router } from 'express'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { parse } from '#api/http/errors.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { requireConfirmedAgain } from '#api/rights/confirmed.ts'
import { createLimits } from '#api/rights/rate-limits.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { paths } from '#core/wire/paths.ts'
import { deleteImageQuery, deleteImageRequest, updateDescriptionRequest } from '#core/wire/spec-calls.ts'
import { addJob } from './add-job.ts'
import { addInvitation, addTeamMember } from './add-team-member.ts'
import { deleteJob } from './delete-job.ts'
import { imageAt } from './indexed-image.ts'
import { sendCommand } from './send-command.ts'
import { setCustomClaims } from './set-custom-claims.ts'
import { changeUser, deleteUser } from './users.ts'

/** The specification's own calls on jobs, images and people: thin adapters over the same commands. */
export function specCallRoutes(services: Services, context: CommandContext, outcomes: Outcomes): Router {
  const signedIn = requireMember(services)
  const confirmed = [signedIn, requireConfirmedAgain(services)]
  const limits = createLimits(services)
  return Router()
    .post(paths.addJob, signedIn, addJob(context, outcomes))
    .post(paths.deleteJob, signedIn, deleteJob(context, outcomes))
    .post(paths.addTeamMember, confirmed, addTeamMember(services, limits))
    .post(paths.invitation, confirmed, requireOpen, addInvitation(services, limits))
    .put(paths.user, confirmed, changeUser(services, context, outcomes))
    .delete(paths.user, confirmed, deleteUser(services, context, outcomes))
    .post(paths.setCustomClaims, confirmed, setCustomClaims(services, context, outcomes))
    .post(paths.updateDescription, signedIn, async (req, res) => {
      const { newDescription: description, ...request } = parse(updateDescriptionRequest, req.body)
      const image = await imageAt(context, res.locals.member, request)
      await sendCommand(context, outcomes, res.locals.member, {
        type: 'DescribeImage',
        data: { ...image, description },
      })
      res.json({ message: 'Description updated successfully!' })
    })
    .delete(paths.deleteImage, signedIn, async (req, res) => {
      const request = parse(deleteImageRequest, req.body ?? parse(deleteImageQuery, req.query))
      const image = await imageAt(context, res.locals.member, request)
      await sendCommand(context, outcomes, res.locals.member, { type: 'DeleteImage', data: image })
      res.json({ message: 'Image deleted successfully!' })
    })
}
