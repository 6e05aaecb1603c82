import { graphqlData } from './client.ts'
import { createScene } from './scene.ts'
import type { Scene } from './scene.ts'
import type { SharedDevEnv } from './dev-env.ts'

/** A document whose files print costs. */
export interface OfficeDocument {
  readonly pdf: { readonly redirectUrl: string }
  readonly csv: { readonly redirectUrl: string }
}

/** A scene with a document for the office, and a brand. */
export interface OfficeScene extends Scene {
  readonly officeDocument: OfficeDocument
}

export async function createOfficeScene(devEnv: SharedDevEnv): Promise<OfficeScene> {
  const scene = await createScene(devEnv)
  await graphqlData(
    `mutation ($orgId: Int!, $name: String!) {
      organizationBrandUpdate(orgId: $orgId, brand: { name: $name }) { __typename }
    }`,
    { orgId: scene.orgId, name: `${scene.marker} Exteriors` },
    { token: scene.token },
  )
  const { rendered } = await graphqlData<{ rendered: { orderDocument: OfficeDocument } }>(
    `mutation ($orderId: ID!) {
      rendered: projectManagementOrderDocumentRender(orderId: $orderId, document: { inputHtml: "office" }) {
        orderDocument { pdf { redirectUrl } csv { redirectUrl } }
      }
    }`,
    { orderId: scene.document.order.id },
    { token: scene.token },
  )
  return { ...scene, officeDocument: rendered.orderDocument }
}
