-- Saves the body given after "--" again and again, with a number of its own in the place of COUNT, so that each save changes something.
local body, count = "", 0

function init(args)
  body = args[1]
  wrk.method = "PATCH"
  wrk.headers["Content-Type"] = "application/json"
  math.randomseed(os.time())
  count = math.random(0, 2 ^ 24)
end

function request()
  count = count + 1
  return wrk.format(nil, nil, nil, (body:gsub("COUNT", count)))
end
