import { ConcurrentIndex } from '@takeoff/kit/postgres/concurrent-index'

/** Orders by the words of their numbers. */
export class OrderWords extends ConcurrentIndex {
  protected override readonly index = 'order_search_index'
  protected override readonly definition = `on "order" using gin ((array_to_tsvector(array['#' || org_id::text]) || to_tsvector('simple', translate(coalesce(purchase_order_number, '') || ' ' || coalesce(external_identifier, ''), '!"#$%&''()*+,-./:;<=>?@[\\]^_{|}~\`', '                                '))))`
}
