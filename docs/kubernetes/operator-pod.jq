# A pod for the programs of operators, made from the Deployment of a service: its environment, and the address of the owner of the
# tables. Its labels are those that the network policies name. Its readiness probe fails, so that the Service sends it no request.
.metadata.name as $service
| .spec.template
| {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "\($service)-operator",
      labels: (.metadata.labels + { "app.kubernetes.io/component": "operator" })
    },
    spec: (
      .spec
      | del(.topologySpreadConstraints)
      | .restartPolicy = "Never"
      | .containers[0] |= (del(.startupProbe, .livenessProbe) | .command = ["sleep", "86400"])
      # That of webhooks has the address of its owner.
      | if any(.containers[0].env[]; .name == "DATABASE_MIGRATION_URL_FILE") then . else
          .containers[0].env += [
            { name: "DATABASE_MIGRATION_URL_FILE", value: "/run/secrets/takeoff/database-migration-url" }
          ]
          | (.volumes[] | select(.name == "secrets") | .projected.sources) += [
              {
                secret: {
                  name: "\($service)-owner",
                  items: [{ key: "database-url", path: "database-migration-url" }]
                }
              }
            ]
        end
    )
  }
