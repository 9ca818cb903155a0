import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Job } from '#core/job/job.ts'
import type { ImageUrls, JobImagesAnswer, UploadAnswer } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { keys } from './query-keys.ts'

export type UrlsById = Readonly<Record<string, ImageUrls>>
/** Where a job's images can be had; `renew` asks anew, as for one that could not be shown. */
export type ShownUrls = { urls: UrlsById; renew: () => void }

/** Half of what an address is good for at least. */
const goodFor = 12 * 60 * 60_000
/** Of a job with several pictures that are gone each asks. */
const renewedAtMost = 10_000

/** The addresses of a job's images, read again before they end, and when a push brings an image. */
export function useImageUrls({ jobId, images }: Job): ShownUrls {
  const { data, isFetching, refetch } = useQuery({
    queryKey: keys.images(jobId),
    queryFn: ({ signal }) => call<JobImagesAnswer>(pathTo(paths.jobImages, { jobId }), { signal }),
    enabled: images.length > 0,
    staleTime: goodFor,
    refetchInterval: goodFor,
  })
  const urls = data?.urls
  const unknown = urls && images.flatMap(({ imageId }) => (urls[imageId] ? [] : [imageId])).join()
  useEffect(() => {
    if (unknown) void refetch()
  }, [unknown, refetch])
  const renewed = useRef(0)
  const renew = () => {
    if (isFetching || Date.now() - renewed.current < renewedAtMost) return
    renewed.current = Date.now()
    void refetch()
  }
  return { urls: urls ?? {}, renew }
}

/** Puts in the addresses that an upload answered. */
export const withUrls = (queries: QueryClient, jobId: string, images: UploadAnswer['images']) =>
  queries.setQueryData<JobImagesAnswer>(keys.images(jobId), (known) => ({
    seq: known?.seq ?? 0,
    urls: { ...known?.urls, ...Object.fromEntries(images.map(({ imageId, urls }) => [imageId, urls])) },
  }))
