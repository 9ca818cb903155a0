import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Job } from '#core/job/job.ts'
import type { ImageUrls, JobImagesAnswer, UploadAnswer } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { keys } from './query-keys.ts'

export type UrlsById = Readonly<Record<string, ImageUrls>>
/** The URLs of a job's images; `renew` fetches new ones, as after an image failed to load. */
export type ShownUrls = { urls: UrlsById; renew: () => void }

/** Half the minimum lifetime of a URL, in milliseconds. */
const refreshAfter = 12 * 60 * 60_000
/** In milliseconds: with several broken images, each requests a renewal. */
const minRenewInterval = 10_000

/** The URLs of a job's images, refetched before they expire and when a push adds an image. */
export function useImageUrls({ jobId, images }: Pick<Job, 'jobId' | 'images'>): ShownUrls {
  const { data, isFetching, refetch } = useQuery({
    queryKey: keys.images(jobId),
    queryFn: ({ signal }) => call<JobImagesAnswer>(pathTo(paths.jobImages, { jobId }), { signal }),
    enabled: images.length > 0,
    staleTime: refreshAfter,
    refetchInterval: refreshAfter,
  })
  const urls = data?.urls
  const unknown = urls && images.flatMap(({ imageId }) => (urls[imageId] ? [] : [imageId])).join()
  useEffect(() => {
    if (unknown) void refetch()
  }, [unknown, refetch])
  const renewed = useRef(0)
  const renew = () => {
    if (isFetching || Date.now() - renewed.current < minRenewInterval) return
    renewed.current = Date.now()
    void refetch()
  }
  return { urls: urls ?? {}, renew }
}

/** Adds the URLs returned by an upload. */
export const withUrls = (queries: QueryClient, jobId: string, images: UploadAnswer['images']) =>
  queries.setQueryData<JobImagesAnswer>(keys.images(jobId), (known) => ({
    seq: known?.seq ?? 0,
    urls: { ...known?.urls, ...Object.fromEntries(images.map(({ imageId, urls }) => [imageId, urls])) },
  }))
